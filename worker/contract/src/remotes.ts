import * as z from 'zod'
import { Command } from './commands.ts'
import { Day } from './common.ts'
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

/** What a version of a remote, or the shell, says about a feature flag; see `flags.ts`. */
export const FlagDeclaration = z.object({
  description: PrintableText.min(1).max(300),
  default: z.boolean(),
  expires: Day,
})

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
  /** Its feature flags, by their names without that of the remote. */
  flags: z
    .record(
      z
        .string()
        .regex(/^[a-z][a-z0-9-]{1,40}$/, 'The name of a flag consists of lower-case letters, digits and hyphens.'),
      FlagDeclaration,
    )
    .refine((flags) => Object.keys(flags).length <= 100, 'A remote has at most 100 flags.')
    .optional(),
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
  /** The commit that it was built from, with its author, its branch and the first line of its message. */
  author: PrintableText.max(200).optional(),
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
  /** Set for a person who gets a canary: the live version, which replaces it when it fails to load or render. */
  fallback: z
    .object({
      version: Semver,
      entry: z.string(),
      replaceable: RemotePlace.shape.replaceable,
      contract: Semver,
      sdk: Semver,
    })
    .optional(),
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
  /** Values of feature flags that operators have set, for the signed-in person. */
  flags: z.record(z.string(), z.boolean()).optional(),
})
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
