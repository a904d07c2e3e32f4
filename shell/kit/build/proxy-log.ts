/** Logs what keeps the dev server from reaching the worker. A connection that ends with its tab, or with a worker that is replaced, is no error. */
export const proxyLog = {
  info(): void {},
  warn: (message: string, ...details: unknown[]): void => console.warn(message, ...details),
  error: (message: string, ...details: unknown[]): void => {
    if (!details.includes('ECONNRESET')) console.error(message, ...details)
  },
}
