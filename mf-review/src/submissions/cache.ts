import type { AnswerMarks } from '@portal/contract/answer-review'
import type { Decision, ReviewSection, SubmissionCard, SubmissionsPage } from '@portal/contract/review'
import { passesFilter, type SectionFilter } from '@portal/contract/section-machine'
import { queryClient } from '@portal/sdk'
import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { currentSubmission, hasOpenCard } from '../queue/keys.ts'
import { LISTS_KEY, pairQuery } from './queries.ts'

/** The filters in the key of a list. */
interface ListFilters {
  filter: SectionFilter
  workform?: string
  client?: string
}

type Lists = InfiniteData<SubmissionsPage, string>

/** A client's workform. */
export interface Pair {
  workform_id: string
  client_id: string
}

/** Returns whether two refer to the same client and workform. */
export const isPair = (a: Pair, b: Pair): boolean => a.workform_id === b.workform_id && a.client_id === b.client_id

const mapCards = (data: Lists, change: (card: SubmissionCard) => SubmissionCard[]): Lists => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })),
})

/**
 * Returns a section after a decision, shown until the server's state arrives.
 * @param marks the marks that a decision keeps: those of answers that were sent back
 */
export function withDecision(
  section: ReviewSection,
  decision: Decision,
  text: string,
  marks: AnswerMarks = {},
  now: Date = new Date(),
): ReviewSection {
  const after = { ...section, marks, recall_requested_at: null, status: decision.status, version: decision.version }
  if (decision.status === 'approved') return { ...after, notes: text || null, approved_at: now.toISOString() }
  const open = { ...after, answers: {}, non_answers: {}, submitted_at: null, approved_at: null }
  if (decision.status === 'rejected') return { ...open, notes: text }
  if (decision.status === 'pending') return { ...open, notes: null }
  return { ...after, notes: null, approved_at: null }
}

/** Changes a section in every list. Other cards stay the same objects. */
function changeSection(id: string, change: (section: ReviewSection) => ReviewSection, client: QueryClient): void {
  const hasIt = (card: SubmissionCard): boolean => card.sections.some((section) => section.assignment_id === id)
  const changed = (card: SubmissionCard): SubmissionCard => ({
    ...card,
    sections: card.sections.map((section) => (section.assignment_id === id ? change(section) : section)),
  })
  client.setQueriesData<Lists>({ queryKey: LISTS_KEY }, (data) =>
    data?.pages.some((page) => page.items.some(hasIt))
      ? mapCards(data, (card) => [hasIt(card) ? changed(card) : card])
      : data,
  )
}

/** Shows a decision in every list. Cards stay in place even if they no longer match the filter. */
export function applyDecision(
  decision: Decision,
  text: string,
  marks?: AnswerMarks,
  client: QueryClient = queryClient,
): void {
  changeSection(decision.assignment_id, (section) => withDecision(section, decision, text, marks), client)
}

/** Shows the stored marks of a submission in every list. */
export function applyMarks(id: string, version: number, marks: AnswerMarks, client: QueryClient = queryClient): void {
  changeSection(
    id,
    (section) => (section.version === version ? replaceEqualDeep(section, { ...section, marks }) : section),
    client,
  )
}

const pinned = new Map<string, number>()
const keyOf = ({ workform_id, client_id }: Pair): string => `${workform_id} ${client_id}`

/**
 * Keeps a card in its place while someone decides on it, even if it no longer matches the filter. Returns a function
 * that releases it.
 */
export function pinCard(pair: Pair): () => void {
  const key = keyOf(pair)
  pinned.set(key, (pinned.get(key) ?? 0) + 1)
  return () => {
    const left = (pinned.get(key) ?? 1) - 1
    if (left > 0) pinned.set(key, left)
    else pinned.delete(key)
  }
}

function putCard(data: Lists, pair: Pair, card: SubmissionCard | undefined, filter: SectionFilter): Lists {
  const passes =
    card !== undefined &&
    passesFilter(
      filter,
      card.sections.map((s) => s.status),
    )
  return mapCards(data, (old) => {
    if (!isPair(old, pair)) return [old]
    // What has not changed stays the same object, so that it is not rendered again.
    // The card was fetched without the filters of the list, so it does not say which sections they count.
    return passes || (card && pinned.has(keyOf(pair)))
      ? [replaceEqualDeep(old, { ...card, ...(old.counted && { counted: old.counted }) })]
      : []
  })
}

/** Lists with more loaded pages than this are not refetched to move a card. */
const REFETCHED_PAGES = 5

/** Returns when the client last sent a section that is still there. */
const lastSent = ({ sections }: SubmissionCard): string =>
  sections
    .flatMap((s) => s.submitted_at ?? [])
    .toSorted()
    .at(-1) ?? ''

/**
 * Returns whether a card belongs elsewhere in the order of a list, because the client has sent something. It moves only
 * while no card is open, has the focus or is being decided on, so that nothing moves under a finger.
 */
const mayMove = (data: Lists, old: SubmissionCard, card: SubmissionCard): boolean =>
  lastSent(card) > lastSent(old) &&
  data.pages.length <= REFETCHED_PAGES &&
  pinned.size === 0 &&
  currentSubmission() === null &&
  !hasOpenCard()

/**
 * Fetches a card and updates it in the lists that show it. Refetches other lists, where it may belong now, and those in
 * which it may move.
 */
export async function refreshPair(pair: Pair, client: QueryClient = queryClient): Promise<void> {
  const { items } = await client.fetchQuery(pairQuery(pair.workform_id, pair.client_id))
  const card = items.find((c) => isPair(c, pair))
  for (const query of client.getQueryCache().findAll({ queryKey: LISTS_KEY })) {
    const data = query.state.data as Lists | undefined
    const { filter, workform, client: only } = query.queryKey[2] as ListFilters
    // The list of another client or workform cannot show the card.
    if ((workform && workform !== pair.workform_id) || (only && only !== pair.client_id)) continue
    const old = data?.pages.flatMap((page) => page.items).find((c) => isPair(c, pair))
    if (data && old) client.setQueryData<Lists>(query.queryKey, putCard(data, pair, card, filter))
    if (card && (!data || !old || mayMove(data, old, card)))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}
