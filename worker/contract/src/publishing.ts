import * as z from 'zod'
import { Instant } from './common.ts'
import { PrintableText, RemoteName, RemotePath, RemotePlace, Semver } from './remotes.ts'

/** Schemas of publishing, for the operator page and `pnpm remote`: versions, switches, holds and previews. */

/** Who took a remote, or a version, out of the usual course, when and why. */
export const Decision = z.object({ by: z.string(), at: Instant, reason: z.string().nullable() })
export type Decision = z.infer<typeof Decision>

/** A version of a remote. Message, author, branch and commit are what its publisher says. */
const RemoteVersion = z.object({
  version: Semver,
  contract: z.string(),
  sdk: z.string(),
  created_at: Instant,
  /** When it was last published; null for never. */
  live_at: Instant.nullable(),
  live: z.boolean(),
  /** Set when it was rolled back: it is published again only on purpose. */
  bad: Decision.nullable(),
  /** What it waits for to become live, such as "contract 3"; null when it waits for nothing. */
  waits: z.string().nullable(),
  /** Why the running portal cannot load it; null when it can. */
  refused: z.string().nullable(),
  /** Who announced it. */
  actor: z.string().nullable(),
  author: z.string().nullable(),
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  message: z.string().nullable(),
  /** Total size of its files in bytes. */
  size: z.number().int(),
})
/** The versions of a remote, newest first, since when it is held, and what a rollback switches to by default. */
export const RemoteVersions = z.object({
  items: z.array(RemoteVersion),
  held: Decision.nullable(),
  previous: Semver.nullable(),
})
export type RemoteVersions = z.infer<typeof RemoteVersions>

/**
 * What changed which version people get: `wait`: a version was published that waits for a newer portal; `gradually`: it
 * is for some people; `stop`: it is for nobody any more; `deploy`: the portal was deployed.
 */
export const SWITCH_KINDS = ['publish', 'wait', 'gradually', 'stop', 'rollback', 'deploy'] as const
export type SwitchKind = (typeof SWITCH_KINDS)[number]
/** A change, with what the publisher says about the version that it is about. */
export const DescribedSwitch = z.object({
  kind: z.enum(SWITCH_KINDS),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: z.string(),
  reason: z.string().nullable(),
  at: Instant,
  message: z.string().nullable(),
  author: z.string().nullable(),
})
/** The switches of a remote, newest first, and the version that was live at the requested time. */
export const RemoteSwitches = z.object({ items: z.array(DescribedSwitch), live: z.string().nullable() })
export type RemoteSwitches = z.infer<typeof RemoteSwitches>
/** Reads the switches up to a time (default: now). */
export const RemoteSwitchesQuery = z.object({ at: Instant.optional() })

/** The number of open tabs of signed-in users that run each version of a remote. Tabs report it themselves. */
export const RemoteTabs = z.object({ items: z.array(z.object({ version: z.string(), tabs: z.number().int() })) })

const Reason = PrintableText.min(1).max(500).optional()
/**
 * Makes a version live, and ends a hold. Refused with `stale` unless `expected` is live (null: no version); without it,
 * the version that is live when the request arrives. A bad version requires `again`. With `automatic`, as sent by
 * starts, deployments and CI jobs, it is refused with `left_alone` while the remote is held, has a canary, or when the
 * version is bad.
 */
export const GoLive = z.object({
  expected: Semver.nullable().optional(),
  reason: Reason,
  again: z.boolean().default(false),
  automatic: z.boolean().default(false),
})
/**
 * Rolls back to `to` (default: the version that was live before, or the live one while a canary is running; null: no
 * version), and holds it. With `leave`, open tabs leave the versions that were published later. A bad version requires
 * `again`. Refused with `stale` unless `expected` or `to` is live.
 */
export const RollBack = z.object({
  to: Semver.nullable().optional(),
  expected: Semver.optional(),
  reason: Reason,
  leave: z.boolean().default(false),
  again: z.boolean().default(false),
})

export const RemoteParam = z.object({ name: RemoteName })
export const RemoteVersionParam = z.object({ name: RemoteName, version: Semver })
export const RemoteFileParam = z.object({ name: RemoteName, version: Semver, path: RemotePath })
/** Files of an announced version that are not uploaded yet. */
export const MissingFiles = z.object({ missing: z.array(RemotePath) })
/** The live version and the previous one. */
export const LiveVersion = z.object({
  name: RemoteName,
  version: Semver.nullable(),
  previous: Semver.nullable(),
  /** What the published version waits for; until then, `previous` stays live. */
  waits: z.string().optional(),
  /** The hold that has ended. */
  ended: Decision.optional(),
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
