import type { TemplateFile } from '@portal/contract/fields'
import { MEDIA_TYPES } from '@portal/contract/files'
import { docx, type Paragraph } from './docx.ts'

/* The engagement letter that the starter "Engagement pack" offers for download. It is generated, not stored. */

const p = (text: string): Paragraph => ({ text })
const h = (text: string): Paragraph => ({ text, look: 'heading' })
const li = (text: string): Paragraph => ({ text, look: 'bullet' })
const line = (text: string): Paragraph => ({ text, look: 'blank' })

/** Used when the firm has no name. */
const DEFAULT_FIRM = 'your bookkeeper'

const scope = (firm: string): Paragraph[] => [
  { text: 'Bookkeeping engagement letter', look: 'title' },
  p(
    `This letter sets out what ${firm} (“we”) and the business named below (“you”) agree about bookkeeping. ` +
      'Please read it, fill in the blanks, sign it, and return it in your client portal.',
  ),
  line('Business: '),
  line('Services begin on: '),
  line('Monthly fee in US dollars: '),
  h('1. What we do'),
  p('We keep your books from the records you give us. Every month we'),
  li('record and categorize the transactions of the accounts you have told us about,'),
  li('reconcile bank, card and loan accounts with their statements,'),
  li('ask you about transactions we cannot categorize, and'),
  li('send you a profit and loss statement and a balance sheet.'),
  p(
    'Further services that you have chosen in the portal (such as payroll, sales tax, bill payment or 1099 ' +
      'forms) are part of this agreement at the fee agreed for them.',
  ),
  h('2. What we do not do'),
  p(
    'We do not audit or review your financial statements and give no assurance on them. We do not give legal ' +
      'advice and do not prepare income tax returns unless agreed in writing. Our work is not designed to find ' +
      'fraud or errors of others; if we come across any, we tell you.',
  ),
  h('3. What you do'),
  li('You give us complete statements, receipts and answers by the dates shown in the portal.'),
  li('You give us our own sign-in to your accounts. You never send us a password.'),
  li('You approve payments; we do not move money without your approval.'),
  li('You review the reports and tell us within 30 days if something looks wrong.'),
  li('You remain responsible for your records, your decisions and your taxes.'),
]

const TERMS: Paragraph[] = [
  h('4. Timing'),
  p(
    'When everything we asked for has arrived, we close a month within 15 business days. What arrives late moves ' +
      'the date by as much. Work to catch up on earlier months is agreed and billed separately.',
  ),
  h('5. Fees'),
  p(
    'The monthly fee is due on the first of each month. Work outside this agreement is quoted before we begin ' +
      'it. If the volume of your transactions changes lastingly, we may propose a new fee with 30 days’ notice. ' +
      'Invoices that are 30 days overdue let us pause our work.',
  ),
  h('6. Confidentiality and records'),
  p(
    'We keep your information confidential, use it only for this work, and share it only with those you name ' +
      '(such as your tax preparer) or where the law requires it. Files that you upload are stored in the portal. ' +
      'Your records stay yours: you can have them at any time, also after this agreement has ended.',
  ),
  h('7. Ending this agreement'),
  p(
    'Either of us may end this agreement with 30 days’ written notice. You pay for the work done until then, and ' +
      'we hand over your books and end our access to your accounts.',
  ),
  h('8. Liability'),
  p(
    'We work with care and to professional standards. As far as the law allows, our liability for any claim is ' +
      'limited to the fees you paid in the 12 months before it arose. This agreement is governed by the law of the ' +
      'state in which we have our office.',
  ),
]

const signatures = (firm: string): Paragraph[] => [
  h('Signatures'),
  p(`For ${firm}:`),
  line('Name: '),
  line('Signature: '),
  line('Date: '),
  { text: 'For the business named above:', look: 'heading' },
  line('Name and title: '),
  line('Signature: '),
  line('Date: '),
]

/** Returns the letter of a firm as a Word file. @param firm its name, if any */
export const letterOf = (firm: string | null): Promise<Uint8Array<ArrayBuffer>> => {
  const name = firm || DEFAULT_FIRM
  return docx([...scope(name), ...TERMS, ...signatures(name)])
}

/** The letter as the template file of a field. */
export const LETTER: TemplateFile = {
  name: 'Engagement letter.docx',
  path: 'starters/engagement-letter.docx',
  // For a firm without a name. A test checks it.
  size: 12_624,
  type: MEDIA_TYPES['.docx'] ?? '',
}
