import { z } from 'zod'
import { Instant } from './common.ts'
import { ROLES } from './statuses.ts'

/** The registry of federated remotes: what the shell reads at run time, and what publishing sends (design, 'Federation'). */

export const RemoteName = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/, 'A remote is named in lower case letters, digits and hyphens.')
export const Semver = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'A version has the form 1.2.3.')
/** Path of a file inside a build: no way out of its folder. */
export const RemotePath = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]*$/, 'This path is not allowed.')

/** Where a remote appears in the shell. */
export const RemotePlace = z.object({
  /** Route prefixes it owns, such as `/clients`. */
  routes: z.array(z.string().regex(/^\/[a-z0-9-]+$/)).min(1),
  role: z.enum(ROLES),
  /** Entry in the navigation; null for none. */
  nav: z.object({ label: z.string().max(40), icon: z.string().max(40), order: z.number() }).nullable(),
})

export const RemoteFile = z.object({ path: RemotePath, sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().min(0) })

/** A published build: announced first, then its files are sent, then it is switched to. */
export const PublishRemote = z.object({
  version: Semver,
  /** Versions of @portal/contract and @portal/sdk it was built against. */
  contract: Semver,
  sdk: Semver,
  place: RemotePlace,
  files: z.array(RemoteFile).min(1).max(500),
})
export type PublishRemote = z.input<typeof PublishRemote>

/** A live remote, as the shell reads it from its HTML. */
export const RemoteEntry = z.object({
  name: RemoteName,
  version: Semver,
  /** Path of the manifest. */
  entry: z.string(),
  routes: z.array(z.string()),
  role: z.enum(ROLES),
  nav: RemotePlace.shape.nav,
})
export type RemoteEntry = z.infer<typeof RemoteEntry>
export const RemoteRegistry = z.object({ remotes: z.array(RemoteEntry) })
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
export const RemoteVersions = z.object({
  items: z.array(z.object({ version: z.string(), contract: z.string(), sdk: z.string(), created_at: Instant, live: z.boolean() })),
})

export const RemoteParam = z.object({ name: RemoteName })
export const RemoteVersionParam = z.object({ name: RemoteName, version: Semver })
export const RemoteFileParam = z.object({ name: RemoteName, version: Semver, path: RemotePath })
/** Files of an announced version that are still to be sent. */
export const MissingFiles = z.object({ missing: z.array(RemotePath) })
/** The version that is live now, and the one that was live before. */
export const LiveVersion = z.object({ name: RemoteName, version: Semver, previous: Semver.nullable() })
export type LiveVersion = z.infer<typeof LiveVersion>
