/** Feature flags. Free of zod, because the shell uses them, too. */

/** A switch for a feature, which operators set per person, per firm or for a share of all people. */
interface Flag {
  description: string
  /** The team that removes the flag: the name of a remote, or `shell`. */
  owner: string
  /** The value for everyone until an operator sets another one. */
  default: boolean
  /** The last day of the flag (YYYY-MM-DD). After it, `pnpm build` fails until the flag is removed. */
  expires: string
}

/** All flags. An older build that reads a removed flag gets `false`, so a feature must be optional. */
export const FLAGS = {
  'typing-indicators': {
    description: 'Shows in a conversation that the other side is typing. Off, the live connection has less to do.',
    owner: 'shell',
    default: true,
    expires: '2027-05-31',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS
export const FLAG_NAMES = Object.keys(FLAGS) as FlagName[]

/** Values of flags for a person, by name. A flag without a value has its default. */
export type FlagValues = Readonly<Record<string, boolean>>

/** Returns the value of a flag; false if there is no such flag any more. */
export const flagValue = (values: FlagValues, name: FlagName): boolean => {
  const flags: Readonly<Record<string, Flag>> = FLAGS
  return values[name] ?? flags[name]?.default ?? false
}

/** Returns the flags that have expired on a day (YYYY-MM-DD). */
export const expiredFlags = (day: string, flags: Readonly<Record<string, Flag>> = FLAGS): (Flag & { name: string })[] =>
  Object.entries(flags).flatMap(([name, flag]) => (flag.expires < day ? [{ name, ...flag }] : []))
