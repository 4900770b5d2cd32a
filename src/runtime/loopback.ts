/** Whether an address is this machine. */

/** 127.0.0.0/8, ::1 and the names that mean them. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/.test(hostname);
