import { assignmentPhase, phaseOf } from '@portal/contract/section-machine'
import type { DigestEntry } from './digest-source.ts'
import type { DescribeSection, ReportedSection } from './section-news.ts'

const linkTo = ({ assignment_id }: ReportedSection, origin: string): DigestEntry['action'] => ({
  label: 'Open the section',
  url: `${origin}/client-dashboard?section=${assignment_id}`,
})

function textsOf(
  { section_name, workform_name, decision, notes }: ReportedSection,
  wasApproved: boolean,
): Pick<DigestEntry, 'heading' | 'line'> | undefined {
  const section = `"${section_name}" of "${workform_name}"`
  if (decision === 'rejected') {
    return {
      heading: 'Section rejected',
      line: `${section} has been rejected and reopened for you.${notes ? ` Reason: ${notes}` : ''}`,
    }
  }
  if (decision === 'approved') {
    return wasApproved
      ? undefined
      : { heading: 'Section approved', line: `${section} has been approved.${notes ? ` Notes: ${notes}` : ''}` }
  }
  if (!wasApproved) return undefined
  const now = phaseOf(decision ?? 'pending') === 'waiting' ? 'It is being reviewed again.' : 'You can fill it in again.'
  return { heading: 'Approval undone', line: `The approval of ${section} was undone. ${now}` }
}

/** Describes the decision on a section to the client, compared with what the client knew. */
export const describeDecision: DescribeSection = (section, { was_approved }, origin) => {
  const texts = textsOf(section, was_approved === true)
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
  const { section_name, workform_name, submitted_at } = section
  if (submitted_at === null) return undefined
  const timeZone = section.client_time_zone ?? 'UTC'
  const at = new Intl.DateTimeFormat('en-US', { ...RECEIPT_TIME, timeZone }).format(new Date(submitted_at))
  return {
    subject: `Submission received: ${workform_name}`,
    heading: 'Submission received',
    hello: `Hello ${section.client_name},`,
    line: `We received "${section_name}" of "${workform_name}" on ${at}.`,
    closing: 'Your bookkeeper will review it. We will let you know what they decide.',
    action: linkTo(section, origin),
  }
}

/** Describes a submitted section to the bookkeeper while it waits for review. */
export const describeSubmission: DescribeSection = ({ section_name, workform_name, ...section }, _, origin) => {
  if (assignmentPhase(section.status) !== 'waiting') return undefined
  const client = section.client_name || section.client_email
  return {
    subject: `Section submitted: ${workform_name}`,
    heading: 'Section submitted',
    line: `${client} submitted "${section_name}" of "${workform_name}" for review.`,
    closing: 'You can look at the answers and approve or decline them.',
    action: {
      label: 'Review submission',
      url: `${origin}/form-submissions?workform=${section.workform_id}&client=${section.client_id}`,
    },
  }
}
