import { type AdvanceCanary, Canary, CanaryShare, type CanaryVersion } from '@portal/contract/canaries'
import type * as z from 'zod'
import { callPortal, type Portal } from './portal-api.ts'

/** Calls for canary releases. Each throws PortalError when the portal refuses. */

/** Returns the canary of a remote with its results. */
export const getCanary = (portal: Portal, name: string): Promise<Canary> =>
  callPortal(portal, 'GET', `${name}/canary`, Canary)

const post = (portal: Portal, path: string, body: object): Promise<CanaryShare> =>
  callPortal(portal, 'POST', path, CanaryShare, JSON.stringify(body))

/** Gives the canary to its next share of people. */
export const advanceCanary = (portal: Portal, name: string, from: z.input<typeof AdvanceCanary>) =>
  post(portal, `${name}/canary/advance`, from)

/** Makes the canary live for everyone. */
export const promoteCanary = (portal: Portal, name: string, canary: z.input<typeof CanaryVersion>) =>
  post(portal, `${name}/canary/promote`, canary)

/** Gives everyone the live version again. */
export const stopCanary = (portal: Portal, name: string, canary: z.input<typeof CanaryVersion>) =>
  post(portal, `${name}/canary/stop`, canary)
