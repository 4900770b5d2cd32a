/** Decides whether a URL points to this machine. */

/** True for 127.0.0.0/8, ::1 and the names for them. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/.test(hostname);
