/** Decides whether a URL points to this machine. */

export const isLoopback = ({ hostname }: URL): boolean =>
  /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/.test(hostname);
