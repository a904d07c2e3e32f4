import { ask, must, SCANS, starter, YES_NO, YES_NO_UNSURE } from './define.ts'

/** Which vendors need a 1099, early enough to collect missing forms. */
export const vendorReview = starter(7, {
  key: '1099-vendor-review/1',
  name: '1099 vendor review',
  description: 'Who you paid this year and who needs a Form 1099. Forms go out by January 31, so please do not wait.',
  sections: {
    'Who you paid': [
      must('year', 'number', 'Tax year', { min: 2000, max: 2100, decimals: 0 }),
      must('contractors', 'long-text', 'People and businesses you paid for services', {
        helpText:
          'One per line: name, what they did, about how much this year. Leave out those you paid only by card or ' +
          'PayPal: they get their form from there.',
      }),
      must('rent', 'dropdown', 'Did you pay rent to a person or a partnership?', { options: YES_NO }),
      ask('rent-to', 'short-text', 'Landlord', {
        helpText: 'Name and amount. Rent paid to a property manager does not count.',
      }),
      must('attorneys', 'dropdown', 'Did you pay an attorney or a law firm?', {
        options: YES_NO,
        helpText: 'Law firms get a form even if they are corporations.',
      }),
      ask('attorney-names', 'long-text', 'Attorneys and law firms', { helpText: 'Name and amount, one per line.' }),
    ],
    'Forms W-9': [
      must('w9', 'file', 'Forms W-9 you have', {
        helpText:
          'Signed by the vendor. They carry tax numbers, so please upload them here and do not send them by email.',
        accept: SCANS,
        maxFiles: 20,
      }),
      ask('w9-missing', 'long-text', 'Vendors whose W-9 is missing', {
        helpText: 'Name and email: we can ask them for you.',
      }),
      must('ask-vendors', 'dropdown', 'May we write to these vendors in your name?', { options: YES_NO }),
      ask('foreign', 'dropdown', 'Do any of them live outside the United States?', { options: YES_NO_UNSURE }),
      ask('w8', 'file', 'Forms W-8BEN of those', { accept: SCANS }),
    ],
    'How you paid': [
      must('methods', 'checkbox', 'How these vendors were paid', {
        options: ['Check', 'Bank transfer (ACH)', 'Cash', 'Zelle', 'Credit or debit card', 'PayPal or Venmo Business'],
      }),
      must('outside', 'dropdown', 'Did you pay anyone from a personal account?', { options: YES_NO_UNSURE }),
      ask('outside-note', 'long-text', 'Payments from personal accounts', { helpText: 'Who, when, how much.' }),
      must('confirm', 'checkbox', 'Please confirm', { options: ['The list is complete as far as I know'] }),
    ],
  },
})
