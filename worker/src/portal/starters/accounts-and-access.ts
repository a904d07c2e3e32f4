import { ask, must, SOFTWARE, starter, YES_NO } from './define.ts'

/** The client's accounts and how the bookkeeper gets access. Never asks for a password. */
export const accountsAndAccess = starter(2, {
  key: 'accounts-and-access/1',
  name: 'Accounts and access',
  description:
    'Your bank, card and software accounts, and how we get our own sign-in to them. Please never send us a password.',
  sections: {
    'Bank accounts': [
      must('banks', 'long-text', 'All business bank accounts', {
        helpText:
          'One per line: bank, kind of account, last 4 digits. Such as “Chase, checking, 4821”. Include accounts ' +
          'that are hardly used.',
      }),
      must('bank-access', 'dropdown', 'How we get the bank transactions', {
        options: [
          'I will add you as a user with read-only access',
          'I will connect the bank feed with you on a call',
          'I will upload statements every month',
          'I need help deciding',
        ],
      }),
      must('bank-statements', 'file', 'Latest statement of each bank account', {
        helpText: 'The full PDF from the bank, not a screenshot: we need the opening and closing balances.',
        accept: ['.pdf'],
      }),
      must('personal-mix', 'dropdown', 'Are personal and business money ever mixed in these accounts?', {
        options: ['Never', 'Sometimes', 'Often'],
      }),
    ],
    'Cards and loans': [
      must('has-cards', 'dropdown', 'Do you have business credit cards?', { options: YES_NO }),
      ask('cards', 'long-text', 'Credit cards', { helpText: 'One per line: issuer, last 4 digits, who uses it.' }),
      ask('card-statements', 'file', 'Latest statement of each card', { accept: ['.pdf'] }),
      must('has-loans', 'dropdown', 'Do you have loans, a line of credit, or anything on lease?', { options: YES_NO }),
      ask('loans', 'long-text', 'Loans, lines of credit and leases', {
        helpText: 'One per line: lender, what it is for, about how much is left.',
      }),
      ask('loan-documents', 'file', 'Loan agreements and latest statements', {
        accept: ['.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'],
      }),
    ],
    'Software and payments': [
      must('accounting', 'dropdown', 'Accounting software', {
        options: [...SOFTWARE, 'None yet', 'Other'],
      }),
      ask('accounting-invited', 'checkbox', 'Have you invited us as accountant?', {
        options: ['I have sent the invitation'],
        helpText:
          'In QuickBooks Online: Settings → Manage users → Accounting firms → Invite. In Xero: Settings → Users ' +
          '→ Invite a user.',
      }),
      ask('payment-apps', 'checkbox', 'Where customer payments arrive besides the bank', {
        options: ['Stripe', 'Square', 'PayPal', 'Venmo Business', 'Shopify', 'Amazon', 'Etsy', 'Toast', 'Clover'],
      }),
      ask('payroll-provider', 'dropdown', 'Payroll provider', {
        options: ['None', 'Gusto', 'ADP', 'Paychex', 'QuickBooks Payroll', 'Rippling', 'Other'],
      }),
      ask('other-software', 'long-text', 'Other software that touches money', {
        helpText: 'Point of sale, invoicing, bill payment, expenses, time tracking. One per line.',
      }),
    ],
    'Who approves what': [
      must('approver', 'short-text', 'Who may approve payments and answer questions about them'),
      must('approver-email', 'email', 'Email of that person'),
      must('no-passwords', 'checkbox', 'About passwords', {
        options: ['I understand that my bookkeeper never asks for my passwords'],
        helpText: 'We always use a sign-in of our own, so that you can see what we do and end it at any time.',
      }),
    ],
  },
})
