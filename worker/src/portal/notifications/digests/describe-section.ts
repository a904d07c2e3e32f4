import { countToFix } from '@portal/contract/flag-texts'
import { assignmentPhase, phaseOf } from '@portal/contract/section-machine'
import { fixLines } from '../../../platform/mail/fix-list.ts'
import { clientUrl } from '../../../platform/mail/client-links.ts'
import type { SectionItem } from './collect.ts'
import type { DigestEntry } from './digest-source.ts'
import type { DescribeSection, ReportedSection } from './section-news.ts'

const linkTo = ({ assignment_id }: ReportedSection, origin: string): DigestEntry['action'] => ({
  label: 'Open the section',
  url: clientUrl(origin, `/client-dashboard?section=${assignment_id}`),
})

const labelOf = ({ section_name, workform_name }: ReportedSection): string => `"${section_name}" of "${workform_name}"`

type Texts = Pick<DigestEntry, 'heading' | 'line'>

/** Returns the texts about a rejected section: what to fix, or the reason if it was rejected as a whole. */
function rejectionTexts({ notes, to_fix }: ReportedSection, section: string): Texts {
  if (to_fix.length === 0) {
    const reason = notes ? ` Reason: ${notes}` : ''
    return { heading: 'Section rejected', line: `${section} has been rejected and reopened for you.${reason}` }
  }
  return {
    heading: to_fix.length === 1 ? 'Answer to fix' : 'Answers to fix',
    line: [`${countToFix(to_fix.length)} in ${section}. Everything else is kept.`, ...fixLines(to_fix)].join('\n'),
  }
}

/** Returns the texts about the bookkeeper's answer to the client's request to change a submission. */
function recallTexts({ decision, submitted_at }: ReportedSection, section: string): Texts | undefined {
  const isWaiting = phaseOf(decision ?? 'pending') === 'waiting'
  if (isWaiting) return { heading: 'Request declined', line: `${section} is being reviewed as you submitted it.` }
  return decision === 'pending' && submitted_at === null
    ? { heading: 'Section reopened', line: `You can change ${section} now. Submit it again when you are done.` }
    : undefined
}

function textsOf(reported: ReportedSection, { was_approved, was_requested }: SectionItem): Texts | undefined {
  const { decision, notes } = reported
  const section = labelOf(reported)
  if (decision === 'rejected') return rejectionTexts(reported, section)
  if (decision === 'approved') {
    return was_approved
      ? undefined
      : { heading: 'Section approved', line: `${section} has been approved.${notes ? ` Notes: ${notes}` : ''}` }
  }
  if (was_requested) return recallTexts(reported, section)
  if (!was_approved) return undefined
  const now = phaseOf(decision ?? 'pending') === 'waiting' ? 'It is being reviewed again.' : 'You can fill it in again.'
  return { heading: 'Approval undone', line: `The approval of ${section} was undone. ${now}` }
}

/** Describes the decision on a section to the client, compared with what the client knew. */
export const describeDecision: DescribeSection = (section, known, origin) => {
  const texts = textsOf(section, known)
  if (!texts) return undefined
  return {
    ...texts,
    subject: `${texts.heading}: ${section.workform_name}`,
    hello: `Hello ${section.client_name},`,
    action: linkTo(section, origin),
  }
}

const RECEIPT_TIME = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Confirms a submission to the client. Sections rejected since then are reported as decisions. */
export const describeReceipt: DescribeSection = (section, _, origin) => {
  const { workform_name, submitted_at } = section
  if (submitted_at === null) return undefined
  const timeZone = section.client_time_zone ?? 'UTC'
  const at = new Intl.DateTimeFormat('en-US', { ...RECEIPT_TIME, timeZone }).format(new Date(submitted_at))
  return {
    subject: `Submission received: ${workform_name}`,
    heading: 'Submission received',
    hello: `Hello ${section.client_name},`,
    line: `We received ${labelOf(section)} on ${at}.`,
    closing: 'Your bookkeeper will review it. We will let you know what they decide.',
    action: linkTo(section, origin),
  }
}

/** Describes a submitted section, or the request to change it, to the bookkeeper while it waits for review. */
export const describeSubmission: DescribeSection = (section, _, origin) => {
  if (assignmentPhase(section.status) !== 'waiting') return undefined
  const client = section.client_name || section.client_email
  const submitted = labelOf(section)
  const texts =
    section.recall_requested_at === null
      ? {
          heading: 'Section submitted',
          line: `${client} submitted ${submitted} for review.`,
          closing: 'You can look at the answers and approve or reject them.',
        }
      : {
          heading: 'Change requested',
          line: `${client} asks to change ${submitted}.`,
          closing: 'You can return it, or review it as it is.',
        }
  return {
    ...texts,
    subject: `${texts.heading}: ${section.workform_name}`,
    action: {
      label: 'Review submission',
      url: `${origin}/form-submissions?workform=${section.workform_id}&client=${section.client_id}`,
    },
  }
}
