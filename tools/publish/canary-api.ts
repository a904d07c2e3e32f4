import { Canary, CanaryShare, type ContinueCanary, type StartCanary, type StopCanary } from '@portal/contract/canaries'
import type * as z from 'zod'
import { callPortal, type Portal } from './portal-api.ts'

/** Calls for publishing gradually. Each throws PortalError when the portal refuses. */

/** Returns the canary of a remote with its results. */
export const getCanary = (portal: Portal, name: string): Promise<Canary> =>
  callPortal(portal, 'GET', `${name}/canary`, Canary)

const post = (portal: Portal, path: string, body: object): Promise<CanaryShare> =>
  callPortal(portal, 'POST', path, CanaryShare, JSON.stringify(body))

/** Gives an uploaded version to some people. */
export const startCanary = (portal: Portal, name: string, given: z.input<typeof StartCanary>) =>
  post(portal, `${name}/canary`, given)

/** Gives the canary to its next share of people. */
export const continueCanary = (portal: Portal, name: string, from: z.input<typeof ContinueCanary>) =>
  post(portal, `${name}/canary/continue`, from)

/** Gives everyone the live version again. */
export const stopCanary = (portal: Portal, name: string, canary: z.input<typeof StopCanary>) =>
  post(portal, `${name}/canary/stop`, canary)
