import type { Environment } from './lib/target.ts'
import { attackOldStyle } from './attack.ts'

/**
 * The files of each topic, in order. A file registers its attacks when it is loaded, which is after the portal has
 * started: the helpers of the worker's tests need to know its address.
 */
type Topics = Record<string, () => Promise<unknown>>

const development: Topics = {
  routes: async () => attackOldStyle((await import('./routes.ts')).attackRoutes),
  uploads: async () => attackOldStyle((await import('./uploads.ts')).attackUploads),
  markup: async () => attackOldStyle((await import('./markup.ts')).attackMarkup),
  exports: async () => attackOldStyle((await import('./exports.ts')).attackExports),
  dependencies: async () => attackOldStyle((await import('./dependencies.ts')).attackDependencies),
  fuzz: async () => attackOldStyle((await import('./fuzz.ts')).attackFuzz),
  tokens: async () => attackOldStyle((await import('./tokens.ts')).attackTokens),
  guessing: async () => attackOldStyle((await import('./guessing.ts')).attackGuessing),
  enumeration: async () => attackOldStyle((await import('./enumeration.ts')).attackEnumeration),
  races: async () => attackOldStyle((await import('./races.ts')).attackRaces),
  'cross-site': async () => attackOldStyle((await import('./cross-site.ts')).attackCrossSite),
  headers: async () => attackOldStyle((await import('./headers.ts')).attackHeaders),
  addresses: async () => attackOldStyle((await import('./ssrf.ts')).attackAddresses),
}

const production: Topics = {
  neighbours: async () => attackOldStyle((await import('./neighbours.ts')).attackNeighbours),
  capacity: async () => attackOldStyle((await import('./capacity.ts')).attackCapacity),
  sessions: () => import('./sessions.ts'),
  records: async () => attackOldStyle((await import('./records.ts')).attackRecords),
}

/** Topics by the environment of the portal that they attack. A topic may be in both. */
export const TOPICS: Record<Environment, Topics> = { development, production }
