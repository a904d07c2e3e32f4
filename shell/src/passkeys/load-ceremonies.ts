/** Loads the WebAuthn library with what uses it. */
export const loadCeremonies = () => import(/* webpackChunkName: "passkeys" */ './ceremonies.ts')
