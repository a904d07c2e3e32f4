import { lazyCode } from '@portal/sdk'

/** The WebAuthn library with what uses it. */
export const ceremonies = lazyCode(() => import(/* webpackChunkName: "passkeys" */ './ceremonies.ts'))
