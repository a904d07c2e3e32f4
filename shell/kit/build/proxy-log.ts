/**
 * Logs why the dev server cannot reach the worker. A connection that ends with its tab, or with a restarting worker, is
 * no error.
 */
export const proxyLog = {
  info(): void {},
  warn: (message: string, ...details: unknown[]): void => console.warn(message, ...details),
  error: (message: string, ...details: unknown[]): void => {
    if (!details.includes('ECONNRESET')) console.error(message, ...details)
  },
}
