import { ask, must, starter } from './define.ts'
import { LETTER } from './letter.ts'

/** The agreement on services and billing, with a letter that the client signs and returns. */
export const engagementPack = starter(3, {
  key: 'engagement-pack/1',
  name: 'Engagement pack',
  description:
    'Our agreement: which services you chose, how billing works, and the engagement letter to sign and return.',
  sections: {
    'Your services': [
      must('services', 'checkbox', 'Services you have chosen', {
        options: [
          'Monthly bookkeeping',
          'Catch-up bookkeeping',
          'Payroll',
          'Invoicing',
          'Paying bills',
          'Sales tax returns',
          '1099 preparation',
          'Year-end package for your tax preparer',
        ],
        helpText: 'As agreed with us. If something is missing here, tell us in the chat.',
      }),
      must('start', 'date', 'First month we look after', { helpText: 'The first day of that month.' }),
      must('reports', 'dropdown', 'How often you would like reports', {
        options: ['Every month', 'Every quarter', 'Once a year'],
      }),
      ask('meetings', 'dropdown', 'Would you like a regular call about your figures?', {
        options: ['Every month', 'Every quarter', 'When there is something to talk about'],
      }),
    ],
    'Who signs': [
      must('signer-name', 'short-text', 'Name of the person who signs', {
        helpText: 'An owner or officer who may sign for the business.',
      }),
      must('signer-title', 'short-text', 'Title', { helpText: 'Such as Owner, Managing member or President.' }),
      must('signer-email', 'email', 'Email'),
    ],
    'Engagement letter': [
      must('letter', 'download-reupload', 'Signed engagement letter', {
        instructionText:
          '1. Download the letter and read it.\n2. Fill in the blanks and sign on the last page: on paper, or ' +
          'with your PDF or Word app.\n3. Upload the signed letter here, as a PDF, a Word file, or clear photos ' +
          'of every page.',
        templateFile: LETTER,
        helpText: 'If you would like to change something in it, write to us before you sign.',
      }),
    ],
    Billing: [
      must('billing-email', 'email', 'Where invoices go'),
      must('payment', 'dropdown', 'How you will pay', {
        options: ['Bank transfer (ACH)', 'Card', 'Check'],
        helpText: 'We send a secure payment link. Please do not enter account or card numbers here.',
      }),
      ask('po', 'short-text', 'Reference to put on invoices', {
        helpText: 'A purchase order or project number, if you need one.',
      }),
      must('consent', 'checkbox', 'Electronic records', {
        options: ['I agree to receive documents and notices electronically'],
      }),
    ],
  },
})
