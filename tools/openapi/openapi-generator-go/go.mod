module openapi

go 1.25.0
