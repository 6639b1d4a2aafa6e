#!/bin/sh
# Starts the pack where Pulumi's language host cannot. The Pulumi CLI passes the arguments.
cd "$(dirname "$0")" || exit
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$@" .
