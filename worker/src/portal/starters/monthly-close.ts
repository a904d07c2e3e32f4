import { ask, must, starter, YES_NO } from './define.ts'

/** Documents and answers for closing a month. */
export const monthlyClose = starter(4, {
  key: 'monthly-close-packet/1',
  name: 'Monthly close packet',
  description: 'Everything we need to close the month: statements, receipts, and answers to a few questions.',
  sections: {
    Statements: [
      must('month', 'date', 'Month to close', { helpText: 'The last day of the month.' }),
      must('bank-statements', 'file', 'Bank statements', {
        helpText: 'The full PDF of every account, with all pages, also the blank ones.',
        accept: ['.pdf'],
      }),
      ask('card-statements', 'file', 'Credit card statements', {
        helpText: 'The statement that covers the month end.',
        accept: ['.pdf'],
      }),
      ask('loan-statements', 'file', 'Loan and line of credit statements', { accept: ['.pdf'] }),
      ask('processor-reports', 'file', 'Reports of payment processors', {
        helpText: 'Monthly summary of Stripe, Square, PayPal, Shopify and the like.',
        accept: ['.pdf', '.txt'],
      }),
    ],
    'Money in': [
      must('sales-complete', 'dropdown', 'Are all invoices for the month sent?', {
        options: ['Yes', 'No, some are still to come'],
      }),
      ask('sales-missing', 'long-text', 'Invoices still to come', {
        helpText: 'Customer and approximate amount, one per line.',
      }),
      must('cash-sales', 'number', 'Cash sales that were not deposited', {
        min: 0,
        decimals: 2,
        helpText: 'In dollars. Enter 0 if there were none.',
      }),
      ask('other-income', 'long-text', 'Money that came in and is not from customers', {
        helpText: 'Loans, refunds, grants, money of your own: what and how much.',
      }),
    ],
    'Money out': [
      ask('receipts', 'file', 'Receipts and bills', {
        helpText: 'Anything over $75, and all meals and travel. Clear photos are fine.',
      }),
      must('unpaid-bills', 'dropdown', 'Are there bills you have received and not paid?', { options: YES_NO }),
      ask('unpaid-bills-files', 'file', 'Unpaid bills'),
      ask('personal', 'long-text', 'Business expenses paid from your own pocket', {
        helpText: 'Date, what for, amount. One per line.',
      }),
      ask('new-vendors', 'long-text', 'New contractors you paid this month', {
        helpText: 'Name and email, so that we can ask for a W-9 in time.',
      }),
    ],
    'Changes and questions': [
      must('changes', 'checkbox', 'What changed this month', {
        options: [
          'Nothing',
          'Bought equipment or a vehicle',
          'New loan or lease',
          'New or closed account',
          'New employee or contractor',
          'Someone left',
          'New state or location',
        ],
      }),
      ask('changes-note', 'long-text', 'Tell us more about it'),
      must('inventory', 'number', 'Value of inventory at month end', {
        min: 0,
        decimals: 2,
        helpText: 'At cost, in dollars. Enter 0 if you keep none.',
      }),
      ask('questions', 'long-text', 'Questions for us'),
    ],
  },
})
