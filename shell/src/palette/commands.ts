import { labelledPages } from '@portal/contract/pages'
import type { RemoteEntry } from '@portal/contract/remotes'
import type { Command, CommandSubject } from '@portal/contract/commands'
import { SHELL_COMMANDS } from '../commands.ts'
import { SHELL_PAGES } from '../pages.ts'

/** Everything that shell and live remotes offer in the palette. */
export interface Offered {
  pages: readonly { path: string; label: string }[]
  commands: readonly Command[]
}

/** Values of the placeholders in the path and label of a command. */
export type CommandValues = Partial<Record<'client' | 'workform' | 'text', string>>

/** Returns the pages and commands of the shell and of the bookkeeper's live remotes. */
export function offeredBy(remotes: readonly RemoteEntry[]): Offered {
  const live = remotes.filter(({ role, refused }) => role === 'bookkeeper' && refused === undefined)
  const [first, ...others] = labelledPages(SHELL_PAGES.bookkeeper)
  return {
    pages: [...(first ? [first] : []), ...live.flatMap(({ pages = [] }) => pages), ...others],
    commands: [...SHELL_COMMANDS, ...live.flatMap(({ commands = [] }) => commands)],
  }
}

const PLACEHOLDER = /\{(client|workform|text)\}/g

const fill = (template: string, values: CommandValues, write: (value: string) => string): string =>
  template.replace(PLACEHOLDER, (_, name: keyof CommandValues) => write(values[name] ?? ''))

/** Returns the address that a command opens. */
export const addressOf = ({ path }: Command, values: CommandValues = {}): string =>
  fill(path, values, encodeURIComponent)

/** Returns the text of a command. */
export const labelOf = ({ label }: Command, values: CommandValues = {}): string => fill(label, values, String)

/** Returns the commands about a kind of item; the one that opens it comes first. */
export function commandsFor({ commands }: Offered, subject: CommandSubject): Command[] {
  const own = commands.filter((command) => command.for === subject)
  const opening = own.find(({ opens }) => opens)
  return opening ? [opening, ...own.filter((command) => command !== opening)] : own
}

/** Returns the values with which a command opens an address, or undefined if it opens another one. */
export function valuesIn(
  { path }: Command,
  location: { pathname: string; searchStr: string },
): CommandValues | undefined {
  const [pathname, query = ''] = path.split('?')
  if (pathname !== location.pathname) return undefined
  const search = new URLSearchParams(location.searchStr)
  const values: CommandValues = {}
  for (const [name, wanted] of new URLSearchParams(query)) {
    const actual = search.get(name)
    const placeholder = /^\{(client|workform|text)\}$/.exec(wanted)?.[1] as keyof CommandValues | undefined
    if (!actual || (!placeholder && actual !== wanted)) return undefined
    if (placeholder) values[placeholder] = actual
  }
  return values
}
