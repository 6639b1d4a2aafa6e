import { type Client, createClient } from "pulumi-hosting/sdk";

/** Asks with the login of the environment. A failure is printed, and the exit code tells a script of it. */
export async function ask(question: (client: Client) => Promise<void>): Promise<void> {
  const { HOSTING_BASE_URL = "", HOSTING_USERNAME = "", HOSTING_PASSWORD = "" } = process.env;
  try {
    const client = createClient({
      baseUrl: HOSTING_BASE_URL,
      credentials: { username: HOSTING_USERNAME, password: HOSTING_PASSWORD },
      onNotice: ({ message }) => console.error(message),
    });
    try {
      await question(client);
    } finally {
      await client.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
