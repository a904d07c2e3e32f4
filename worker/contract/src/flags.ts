/** Feature flags. Free of zod, because shell and remotes use them, too. */

/** A switch for a feature, which operators set per person, per firm or for a share of all people. */
export interface FlagDeclaration {
  description: string
  /** The value for everyone until an operator sets another one. */
  default: boolean
  /** The last day of the flag (YYYY-MM-DD). After it, its remote can be published again only without it. */
  expires: string
}

/** The flags of the shell. */
export const FLAGS = {
  'typing-indicators': {
    description: 'Shows in a conversation that the other side is typing. Off, the live connection has less to do.',
    default: true,
    expires: '2027-05-31',
  },
} as const satisfies Record<string, FlagDeclaration>
export type FlagName = keyof typeof FLAGS

/** A flag of a remote. Its name begins with that of the remote, so it differs from those of all others. */
export interface RemoteFlag extends Pick<FlagDeclaration, 'default'> {
  name: `${string}.${string}`
}

/** Returns the name of a flag of a remote, under which operators set it. */
export const flagNameOf = (remote: string, flag: string): RemoteFlag['name'] => `${remote}.${flag}`

/** Declares the flags of a remote in its `src/remote/flags.ts`. The build announces them with each version. */
export const defineFlags = <const T extends Record<string, FlagDeclaration>>(remote: string, flags: T) =>
  Object.fromEntries(
    Object.entries(flags).map(([key, flag]) => [key, { ...flag, name: flagNameOf(remote, key) }]),
  ) as Record<keyof T, FlagDeclaration & RemoteFlag>

/** Values of flags for a person, by name. A flag without a value has its default. */
export type FlagValues = Readonly<Record<string, boolean>>

/** Returns the value of a flag; false for a flag of the shell that was removed, which an older build may read. */
export function flagValue(values: FlagValues, flag: FlagName | RemoteFlag): boolean {
  const ofShell: Readonly<Record<string, FlagDeclaration>> = FLAGS
  const [name, isOn] = typeof flag === 'string' ? [flag, ofShell[flag]?.default] : [flag.name, flag.default]
  return values[name] ?? isOn ?? false
}
