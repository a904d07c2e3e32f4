/** Returns the addresses of the portal and of the operator page: two host names of this machine. */
export const originsAt = (port: number | string) => ({
  LOCAL_ORIGIN: `http://localhost:${port}`,
  OPERATOR_ORIGIN: `http://127.0.0.1:${port}`,
})

/** Returns whether an address is on this machine. */
export const isLocalAddress = (url: string): boolean =>
  ['127.0.0.1', 'localhost'].includes(URL.parse(url)?.hostname ?? '')
