import type { Command } from '@portal/contract/commands'
import type { FoundClient, FoundSubmission, FoundWorkform, SearchResults } from '@portal/contract/search'
import { foldText } from '@portal/contract/search-text'
import { signOut } from '@portal/sdk'
import { addressOf, commandsFor, labelOf, type Offered, type CommandValues } from './commands.ts'
import { isSameVisit, type ItemKind, submissionId, type Visit } from './recent.ts'

/** A line of the palette. */
export interface Entry {
  key: string
  label: string
  /** Details that distinguish entries with the same label. */
  hint?: string | undefined
  /** Name of the icon; see icons.tsx. */
  icon: string
  /** The address that Enter opens. */
  href: string
  /** Run instead of opening an address. */
  run?: () => void
  /** Everything that can be done with an item, its `href` included. */
  actions?: readonly Entry[]
  /** What is stored about an opened item. */
  visit?: Visit
}

export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

/** Returns whether every word of a search begins a word of a text. */
export function matchesWords(search: string, text: string): boolean {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u)
  return foldText(search)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const entryOf = (command: Command, values?: CommandValues): Entry => ({
  key: `${labelOf(command, values)} ${addressOf(command, values)}`,
  label: labelOf(command, values),
  icon: command.icon ?? 'command',
  href: addressOf(command, values),
})

/** Returns the line of an item, or none if no live remote opens this kind. */
function itemEntries(
  offered: Offered,
  visit: Visit & { kind: ItemKind },
  about: CommandValues,
  shown: Partial<Entry>,
): Entry[] {
  const actions = commandsFor(offered, visit.kind).map((command) => entryOf(command, about))
  const [opening] = actions
  return opening ? [{ ...opening, ...shown, key: `${visit.kind} ${visit.id}`, actions, visit }] : []
}

const clientEntries = (offered: Offered, { id, name, email, company }: FoundClient): Entry[] =>
  itemEntries(
    offered,
    { kind: 'client', id },
    { client: id },
    {
      label: name,
      hint: [company, email].filter(Boolean).join(' · '),
      icon: 'user',
    },
  )

const workformEntries = (offered: Offered, { id, name, is_template }: FoundWorkform): Entry[] =>
  itemEntries(
    offered,
    { kind: 'workform', id },
    { workform: id },
    {
      label: name,
      hint: is_template ? 'Template' : 'Client form',
      icon: 'file-text',
    },
  )

function submissionEntries(offered: Offered, found: FoundSubmission): Entry[] {
  const { workform_id, workform_name, client_id, client_name, waiting } = found
  const about = { workform: workform_id, client: client_id }
  return itemEntries(offered, { kind: 'submission', id: submissionId(found) }, about, {
    label: `${client_name} · ${workform_name}`,
    hint: waiting.length > 0 ? `To review: ${waiting.join(', ')}` : 'Submission',
    icon: 'inbox',
  })
}

/** Returns the lines of all results, by kind. */
export const resultGroups = (offered: Offered, { clients, workforms, submissions }: SearchResults): EntryGroup[] => [
  { title: 'Clients', entries: clients.items.flatMap((client) => clientEntries(offered, client)) },
  { title: 'Workforms', entries: workforms.items.flatMap((workform) => workformEntries(offered, workform)) },
  { title: 'Submissions', entries: submissions.items.flatMap((found) => submissionEntries(offered, found)) },
]

/** Returns the commands that search a page for the text, if there are more results than the palette shows. */
export const textEntries = (
  offered: Offered,
  text: string,
  { clients, workforms, submissions }: SearchResults,
): Entry[] =>
  clients.more || workforms.more || submissions.more
    ? commandsFor(offered, 'text').map((command) => entryOf(command, { text }))
    : []

/** Has no address, so that no link can sign a person out. */
const SIGN_OUT: Entry = { key: 'sign out', label: 'Sign out', icon: 'log-out', href: '', run: () => void signOut() }

/** Returns the pages and the commands that need no item; with a search, those that match it. */
export function fixedGroups({ pages, commands }: Offered, search: string): EntryGroup[] {
  const isFound = (text: string): boolean => search === '' || matchesWords(search, text)
  return [
    {
      title: 'Commands',
      entries: [
        ...commands
          .filter((command) => !command.for && isFound(`${command.label} ${command.words ?? ''}`))
          .map((command) => entryOf(command)),
        ...(isFound(SIGN_OUT.label) ? [SIGN_OUT] : []),
      ],
    },
    {
      title: 'Go to',
      entries: pages
        .filter(({ label }) => isFound(`${label} go to`))
        .map((page) => ({ ...pageEntry(page), key: `page ${page.path}` })),
    },
  ]
}

const pageEntry = ({ path, label }: Offered['pages'][number]) => ({ label, icon: 'arrow-right', href: path })

/** Most recent items and pages that are shown. Pages are in the navigation anyway. */
const RECENT_ITEMS = 5
const RECENT_PAGES = 2

/**
 * Returns the lines of recent items, then of recent pages, newest first, without the one that is open.
 * @param found the recent items that still exist
 */
export function recentEntries(
  offered: Offered,
  visits: readonly Visit[],
  found: SearchResults | undefined,
  current: Visit | undefined,
): Entry[] {
  const items = found ? resultGroups(offered, found).flatMap(({ entries }) => entries) : []
  const shown = visits.flatMap((visit): Entry[] => {
    if (current && isSameVisit(visit, current)) return []
    if (visit.kind !== 'page') return items.filter((entry) => entry.visit && isSameVisit(entry.visit, visit))
    const page = offered.pages.find(({ path }) => path === visit.id)
    return page ? [{ ...pageEntry(page), hint: 'Page', key: `page ${page.path}` }] : []
  })
  // Closing the dialog of an item is a visit of its page, which must not come first.
  const isPage = (entry: Entry): boolean => entry.visit === undefined
  return [
    ...shown.filter((entry) => !isPage(entry)).slice(0, RECENT_ITEMS),
    ...shown.filter(isPage).slice(0, RECENT_PAGES),
  ]
}
