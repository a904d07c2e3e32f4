/**
 * The files of shell, kit and remotes that take text. `every-form.test.tsx` tests each form,
 * `text-files.test.ts` finds files that are missing here.
 */

/** Files whose text is kept until it is saved or discarded, by form. */
export const KEPT = {
  'Edit Client': ['mf-clients/src/edit/dialog.tsx'],
  'Change Due Date': ['mf-clients/src/detail/assignment-dialogs.tsx'],
  'Edit Follow-up': ['mf-clients/src/follow-ups/edit-dialog.tsx'],
  'Assign Workform': ['mf-clients/src/picker/deadline-fields.tsx'],
  'Assign Workform to Multiple Clients': [
    'mf-clients/src/multi-assign/dialog.tsx',
    'mf-clients/src/multi-assign/deadlines.tsx',
  ],
  'Client Creation Flow': ['mf-clients/src/create/steps.tsx'],
  'Approve Section': [],
  'Decline Section': ['mf-review/src/section/action-dialog.tsx'],
  'New Workform': ['basic-info', 'field-form', 'options-input', 'section-card'].map(
    (name) => `mf-workforms/src/builder/${name}.tsx`,
  ),
  'Edit Workform': [],
  'Webhook address': ['shell/src/profile/webhooks/endpoint-dialog.tsx'],
  Profile: ['shell/src/profile/profile-page.tsx'],
  'Sender of mails': ['shell/src/profile/firm-mail/sender-card.tsx'],
} satisfies Record<string, readonly string[]>

/** Files whose text is not kept, by reason. */
export const UNKEPT: Record<string, readonly string[]> = {
  'passwords, codes and addresses of people who are not signed in': [
    ...['password-step', 'code-step'].map((name) => `shell/src/client-auth/${name}.tsx`),
    ...[
      'sign-up-form',
      'new-password-fields',
      'oauth-finish',
      'second-factor-step',
      'current-password',
      'email-field',
    ].map((name) => `shell/src/sign-in/${name}.tsx`),
    ...['scan-dialog', 'password-dialog'].map((name) => `shell/src/profile/two-step/${name}.tsx`),
    'shell/kit/src/features/change-password/change-password-dialog.tsx',
    'shell/src/operations/sign-in.tsx',
  ],
  'searches and filters, which change nothing': [
    ...['filters', 'client-filter'].map((name) => `shell/src/profile/audit/${name}.tsx`),
    'shell/kit/src/features/chat/about-picker.tsx',
    'shell/kit/src/ui/search-box.tsx',
    'mf-clients/src/multi-assign/client-picker.tsx',
    'mf-clients/src/picker/workform-list.tsx',
    'mf-workforms/src/templates/template-list.tsx',
  ],
  'saved as it is entered': ['mf-clients/src/follow-ups/timeline.tsx'],
  'kept by the chat, per thread (chat/use-composer.ts)': ['shell/kit/src/features/chat/composer.tsx'],
  'belongs to a chosen file, which a browser cannot keep; closing asks (mf-clients/src/import/dialog.tsx)': [
    'file-step',
    'options',
  ].map((name) => `mf-clients/src/import/${name}.tsx`),
  'about one change of a remote; closing asks': ['change-dialog', 'canary/start-canary-dialog'].map(
    (name) => `shell/src/operations/${name}.tsx`,
  ),
  'shows a link to copy': ['shell/src/operations/preview-dialog.tsx'],
  'controls that others use': [
    ...['number-field', 'checkbox-group', 'date-field', 'switch', 'fields'].map(
      (name) => `shell/kit/src/ui/${name}.tsx`,
    ),
    'shell/kit/src/features/uploads/file-drop.tsx',
    'shell/kit/src/features/answers/field-input.tsx',
  ],
}
