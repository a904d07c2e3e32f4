import * as z from 'zod'
import { Command } from './commands.ts'
import { Instant } from './common.ts'
import { ROLES } from './statuses.ts'
import { cleanLine } from './text.ts'

/** Schemas of the registry of remotes: what the shell reads at run time and what publishing sends. */

export const RemoteName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,40}$/, 'The name of a remote consists of lower-case letters, digits and hyphens.')
export const Semver = z
  .string()
  .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'A version has the form 1.2.3.')
  .refine((version) => version.length <= 100, 'A version has at most 100 characters.')
/** Text on one line without control characters, because commands print it. */
export const PrintableText = z
  .string()
  .refine((text) => !/(?!\s)\p{Cc}/u.test(text), 'The text must not contain control characters.')
  .overwrite(cleanLine)
/** Path of a file in a build. It cannot leave the folder of the build. */
export const RemotePath = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]*$/, 'This path is not allowed.')

const PagePath = z.string().regex(/^(?:\/[a-z0-9-]+)+$/)

/** The routes and navigation entry of a remote in the shell. */
export const RemotePlace = z.object({
  /** The route prefixes that the remote owns, such as `/clients`. */
  routes: z.array(z.string().regex(/^\/[a-z0-9-]+$/)).min(1),
  role: z.enum(ROLES),
  /** Navigation entry; null for none. */
  nav: z.object({ label: z.string().max(40), icon: z.string().max(40), order: z.number() }).nullable(),
  /** Pages with their titles, and commands, for the command palette. */
  pages: z
    .array(z.object({ path: PagePath, label: z.string().max(200) }))
    .max(50)
    .optional(),
  commands: z.array(Command).max(50).optional(),
  /** Scripts that a page needs besides those of the routes, by path of the page. They are preloaded. */
  preload: z.record(PagePath, z.array(RemotePath).max(20)).optional(),
  /**
   * Whether a tab can load the remote again, in this or another version, without loading the page. Set by the
   * build preset of the workspace, which keeps the modules of two versions apart.
   */
  replaceable: z.boolean().optional(),
})

export const RemoteFile = z.object({
  path: RemotePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int().min(0),
})

/** A build to publish: it is announced, then its files are uploaded, then it goes live. */
export const PublishRemote = z.object({
  version: Semver,
  /** The versions of @portal/contract and @portal/sdk that the build uses. */
  contract: Semver,
  sdk: Semver,
  place: RemotePlace,
  files: z.array(RemoteFile).min(1).max(500),
  /** The commit that it was built from, with its branch and the first line of its message. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'A commit has 7 to 64 hexadecimal digits.')
    .optional(),
  branch: PrintableText.max(200).optional(),
  message: PrintableText.max(500).optional(),
})
export type PublishRemote = z.input<typeof PublishRemote>

/** A live remote, as inlined in the page of the shell. */
export const RemoteEntry = z.object({
  name: RemoteName,
  version: Semver,
  /** Path of the federation manifest. */
  entry: z.string(),
  routes: z.array(z.string()),
  role: z.enum(ROLES),
  nav: RemotePlace.shape.nav,
  pages: RemotePlace.shape.pages,
  commands: RemotePlace.shape.commands,
  replaceable: RemotePlace.shape.replaceable,
  /** The versions of @portal/contract and @portal/sdk that the build uses. Open tabs check compatibility. */
  contract: Semver,
  sdk: Semver,
  /** Set for a version that is visible only with a preview link. */
  preview: z.literal(true).optional(),
  /** Why the running shell cannot load the remote; its pages say that they are not available. */
  refused: z.string().optional(),
  /** Set while the version is compared with a canary: pages report the outcome of a view at once. */
  watch: z.literal(true).optional(),
  /** Versions that open tabs must leave as soon as nothing is unsaved. */
  leave: z.array(Semver).optional(),
})
export type RemoteEntry = z.infer<typeof RemoteEntry>
export const RemoteRegistry = z.object({
  remotes: z.array(RemoteEntry),
  /** The version of the shell. Tabs that run another one offer to load the page again. */
  shell: z.string().optional(),
  /**
   * Set when a canary or a flag is targeted at people, but the registry was read by a visitor who is not signed in.
   * After sign-in, it can contain other versions.
   */
  targeted: z.literal(true).optional(),
  /** Values of feature flags for the signed-in person. Flags with their default are left out. */
  flags: z.record(z.string(), z.boolean()).optional(),
})
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
export const RemoteVersions = z.object({
  items: z.array(
    z.object({
      version: z.string(),
      contract: z.string(),
      sdk: z.string(),
      created_at: Instant,
      live: z.boolean(),
      /** Why the version is incompatible with the running portal; null when it is compatible. */
      refused: z.string().nullable(),
      pinned: z.boolean(),
      /** Whether it was published for a newer portal, and becomes live when that is deployed. */
      staged: z.boolean(),
      live_at: Instant.nullable(),
      withdrawn_at: Instant.nullable(),
      must_leave_at: Instant.nullable(),
      actor: z.string().nullable(),
      commit: z.string().nullable(),
      branch: z.string().nullable(),
      message: z.string().nullable(),
      /** Total size of its files in bytes. */
      size: z.number().int(),
    }),
  ),
})

/** What changed which version of a remote is live, or may become live. `worker`: the portal was deployed. */
export const SWITCH_KINDS = [
  'publish',
  'stage',
  'rollback',
  'remove',
  'worker',
  'canary',
  'stop',
  'promote',
  'pin',
  'unpin',
  'leave',
] as const
export type SwitchKind = (typeof SWITCH_KINDS)[number]
export const RemoteSwitch = z.object({
  kind: z.enum(SWITCH_KINDS),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: z.string(),
  reason: z.string().nullable(),
  at: Instant,
})
/** The switches of a remote, newest first, and the version that was live at the requested time. */
export const RemoteSwitches = z.object({ items: z.array(RemoteSwitch), live: z.string().nullable() })
/** Reads the switches up to a time (default: now). */
export const RemoteSwitchesQuery = z.object({ at: Instant.optional() })

/** The number of open tabs of signed-in users that run each version of a remote. Tabs report it themselves. */
export const RemoteTabs = z.object({ items: z.array(z.object({ version: z.string(), tabs: z.number().int() })) })

const Reason = PrintableText.min(1).max(500).optional()
/**
 * Makes a version live. Refused with `stale` unless `expected` is live (null: no version); without it, the version
 * that is live when the request arrives.
 */
export const GoLive = z.object({ expected: Semver.nullable().optional(), reason: Reason })
/**
 * Rolls back to `to` (default: the version that was live before), and pins it. With `leave`, open tabs leave the
 * withdrawn versions. Refused with `stale` unless `expected` or `to` is live.
 */
export const RollBack = z.object({
  to: Semver.optional(),
  expected: Semver.optional(),
  reason: Reason,
  leave: z.boolean().default(false),
})
export const SwitchReason = z.object({ reason: Reason })

export const RemoteParam = z.object({ name: RemoteName })
export const RemoteVersionParam = z.object({ name: RemoteName, version: Semver })
export const RemoteFileParam = z.object({ name: RemoteName, version: Semver, path: RemotePath })
/** Files of an announced version that are not uploaded yet. */
export const MissingFiles = z.object({ missing: z.array(RemotePath) })
/** The live version and the previous one. */
export const LiveVersion = z.object({
  name: RemoteName,
  version: Semver,
  previous: Semver.nullable(),
  /** Why a staged version is not live yet: the portal that it needs is not deployed. */
  staged: z.string().optional(),
})
export type LiveVersion = z.infer<typeof LiveVersion>

/** Exchanges the ID token of a CI job for a token of a remote. */
export const ExchangeToken = z.object({ id_token: z.string().min(1).max(8000) })
export const ExchangedToken = z.object({
  token: z.string(),
  expires_at: Instant,
  scope: z.enum(['preview', 'publish']),
})

/** Maximum lifetime of a preview link, in hours. */
export const PREVIEW_HOURS_MAX = 168
export const PreviewRemote = z.object({ hours: z.number().int().min(1).max(PREVIEW_HOURS_MAX).default(24) })
/** A remote that a developer serves on their own machine, for their own browser only. */
export const LocalRemote = RemotePlace.pick({ routes: true, role: true, nav: true }).extend({
  /** Address of the server with the `mf-manifest.json`. */
  origin: z
    .string()
    .regex(
      /^https?:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}$/,
      'The server must be on this machine: http://localhost:3000.',
    ),
  hours: PreviewRemote.shape.hours,
})
/** A link to an unpublished version. */
export const PreviewLink = z.object({ url: z.string(), expires_at: Instant })
export type PreviewLink = z.infer<typeof PreviewLink>

/** Removes unneeded versions older than `days`. With `dry`, only lists them. */
export const PruneRemote = z.object({
  days: z.number().int().min(0).max(3650).default(30),
  dry: z.boolean().default(true),
})
/** Why a version is kept. */
export const KEEP_REASONS = ['live', 'rollback', 'staged', 'canary', 'open tabs', 'preview', 'recent'] as const
export const PrunedRemote = z.object({
  dry: z.boolean(),
  items: z.array(
    z.object({
      version: z.string(),
      created_at: Instant,
      files: z.number().int(),
      bytes: z.number().int(),
      /** Why the version is kept; null when it is or would be removed. */
      kept: z.enum(KEEP_REASONS).nullable(),
    }),
  ),
  /** Stored files that belong to no version. */
  strays: z.number().int(),
})
export type PrunedRemote = z.infer<typeof PrunedRemote>
/** The removed remote, and the version that was live. */
export const RemovedRemote = z.object({ name: RemoteName, previous: Semver.nullable() })
export type RemovedRemote = z.infer<typeof RemovedRemote>
