/** Returns the addresses of the portal and of the operator page: two host names of this machine. */
export const originsAt = (port: number | string) => ({
  LOCAL_ORIGIN: `http://localhost:${port}`,
  OPERATOR_ORIGIN: `http://127.0.0.1:${port}`,
})
