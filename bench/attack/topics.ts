import type { Environment } from './lib/target.ts'

/**
 * The files of each topic, in order. A file registers its attacks when it is loaded, which is after the portal has
 * started: the helpers of the worker's tests need to know its address.
 */
type Topics = Record<string, () => Promise<unknown>>

const development: Topics = {
  routes: () => import('./routes.ts'),
  uploads: () => Promise.all([import('./uploads.ts'), import('./uploads/transfer.ts')]),
  markup: () => import('./markup.ts'),
  dependencies: () => import('./dependencies.ts'),
  fuzz: () => import('./fuzz.ts'),
  tokens: () => import('./tokens.ts'),
  guessing: () => import('./guessing.ts'),
  enumeration: () => import('./enumeration.ts'),
  races: () => import('./races.ts'),
  'cross-site': () => import('./cross-site.ts'),
  canaries: () => import('./canaries.ts'),
  operators: () => import('./operators.ts'),
  archive: () => import('./archive.ts'),
  bulk: () => import('./bulk.ts'),
  inbound: () => import('./inbound.ts'),
  preferences: () => import('./preferences.ts'),
  reviews: () => import('./reviews.ts'),
}

const production: Topics = {
  headers: () => import('./headers.ts'),
  origins: () => import('./origins.ts'),
  leftovers: () => import('./leftovers.ts'),
  addresses: () => import('./addresses.ts'),
  capacity: () => import('./capacity.ts'),
  background: () => import('./background.ts'),
  limits: () => import('./limits.ts'),
}

/** Topics by the environment of the portal that they attack. */
export const TOPICS: Record<Environment, Topics> = { development, production }
