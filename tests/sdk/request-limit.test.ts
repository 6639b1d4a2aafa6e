import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { RequestLimit } from "../../sdk/http/request-limit.js";
import { useClients } from "../support/client.js";
import { FakeClock } from "../support/clock.js";

const limit = 5_000;

describe("the limit of a request", () => {
  const { connect, raw } = useClients();

  it("does not limit reading a file", async () => {
    const sockets: Socket[] = [];
    const server = await raw((socket) => {
      sockets.push(socket);
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 3\r\n\r\np");
    });
    const { client, clock } = connect(server.url, { timeouts: { request: limit } });
    const { content } = await client.gdpr.renderContractPdf({ contractIdentifier: "1" });
    await clock.advance(10 * limit);
    sockets[0]!.write("df");
    assert.equal(await text(content), "pdf");
  });

  it("waits for nothing once the request is over, even if that starts only afterwards", async () => {
    const clock = new FakeClock();
    const request = new RequestLimit(clock, limit, new AbortController().signal);
    request.release();
    request.start();
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2 * limit);
    assert.equal(request.signal.aborted, false);
  });
});
