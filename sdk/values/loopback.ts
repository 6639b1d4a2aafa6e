/**
 * Whether a host, as in a URL or as an address to listen on, is this machine. Other names may resolve to other machines: also those
 * that begin with `127.`, and those below `localhost`, which not every resolver keeps here.
 */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
