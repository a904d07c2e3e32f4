import * as z from 'zod'
import { Instant } from './common.ts'
import { ROLES } from './statuses.ts'

/** The registry of federated remotes: what the shell reads at run time, and what publishing sends (design, 'Federation'). */

export const RemoteName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,40}$/, 'A remote is named in lower case letters, digits and hyphens.')
export const Semver = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'A version has the form 1.2.3.')
/** Path of a file inside a build: no way out of its folder. */
export const RemotePath = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]*$/, 'This path is not allowed.')

/** Address of the API that a page asks for first. */
const FirstAddress = z
  .string()
  .max(200)
  .regex(
    /^\/api\/(?:[A-Za-z0-9/_.?=&-]|\{\w+(?:=[\w-]*)?\})+(?:\{&\w+(?:,\w+)*\})?$/,
    'An address of the API is expected.',
  )

/** What stands at the head of a page; shown while its code is under way, in the place where the page itself puts it. */
export const PageHeading = z.object({
  /** `{name}` stands for the name of who is signed in. */
  title: z.string().min(1).max(80),
  subtitle: z.string().max(160).optional(),
  /** The page's column, as of the kit's `Page`: wide where it does not say. */
  width: z.enum(['narrow', 'wide']).optional(),
})
export type PageHeading = z.infer<typeof PageHeading>

const PagePath = z.string().regex(/^(?:\/[a-z0-9-]+)+$/)

/** Where a remote appears in the shell. */
export const RemotePlace = z.object({
  /** Route prefixes it owns, such as `/clients`. */
  routes: z.array(z.string().regex(/^\/[a-z0-9-]+$/)).min(1),
  role: z.enum(ROLES),
  /** Entry in the navigation; null for none. */
  nav: z.object({ label: z.string().max(40), icon: z.string().max(40), order: z.number() }).nullable(),
  /**
   * What its pages ask the API for first, by path: asked for already while their code is under way. In an address `{name}` stands for the page's
   * search parameter of that name (without it, the address is left out), `{name=value}` for it or else this value, and `{&a,b}` at the end for
   * parameters as far as they are there.
   */
  data: z.record(PagePath, z.array(FirstAddress).max(4)).optional(),
  /** The headings of its pages, by path. */
  headings: z.record(PagePath, PageHeading).optional(),
})

export const RemoteFile = z.object({
  path: RemotePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().min(0),
})

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
  data: RemotePlace.shape.data,
  headings: RemotePlace.shape.headings,
  /** Versions of @portal/contract and @portal/sdk it was built against: a tab judges by them whether it can take it. */
  contract: Semver,
  sdk: Semver,
  /** Shown to the holder of a preview link alone. */
  preview: z.literal(true).optional(),
  /** Why the running shell cannot load it: its part then says that it is not available. */
  refused: z.string().optional(),
})
export type RemoteEntry = z.infer<typeof RemoteEntry>
export const RemoteRegistry = z.object({ remotes: z.array(RemoteEntry) })
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
export const RemoteVersions = z.object({
  items: z.array(
    z.object({
      version: z.string(),
      contract: z.string(),
      sdk: z.string(),
      created_at: Instant,
      live: z.boolean(),
      /** Why it cannot be live on what runs; null where it can. */
      refused: z.string().nullable(),
    }),
  ),
})

export const RemoteParam = z.object({ name: RemoteName })
export const RemoteVersionParam = z.object({ name: RemoteName, version: Semver })
export const RemoteFileParam = z.object({ name: RemoteName, version: Semver, path: RemotePath })
/** Files of an announced version that are still to be sent. */
export const MissingFiles = z.object({ missing: z.array(RemotePath) })
/** The version that is live now, and the one that was live before. */
export const LiveVersion = z.object({ name: RemoteName, version: Semver, previous: Semver.nullable() })
export type LiveVersion = z.infer<typeof LiveVersion>

/** For how many hours a preview link holds. */
export const PREVIEW_HOURS_MAX = 168
export const PreviewRemote = z.object({ hours: z.number().int().min(1).max(PREVIEW_HOURS_MAX).default(24) })
/** A link that shows an unpublished version to whoever has it. */
export const PreviewLink = z.object({ url: z.string(), expires_at: Instant })
export type PreviewLink = z.infer<typeof PreviewLink>

/** Which old versions go: those older than `days` that nobody can need. With `dry` nothing is removed, only told. */
export const PruneRemote = z.object({
  days: z.number().int().min(0).max(3650).default(30),
  dry: z.boolean().default(true),
})
/** Why a version stays. */
export const KEEP_REASONS = ['live', 'rollback', 'open tabs', 'preview', 'recent'] as const
export const PrunedRemote = z.object({
  dry: z.boolean(),
  items: z.array(
    z.object({
      version: z.string(),
      created_at: Instant,
      files: z.number().int(),
      bytes: z.number().int(),
      /** null: it goes, or is gone. */
      kept: z.enum(KEEP_REASONS).nullable(),
    }),
  ),
  /** Stored files that belong to no version. */
  strays: z.number().int(),
})
export type PrunedRemote = z.infer<typeof PrunedRemote>
/** The remote that is in the registry no more, and the version that was live. */
export const RemovedRemote = z.object({ name: RemoteName, previous: Semver.nullable() })
export type RemovedRemote = z.infer<typeof RemovedRemote>
