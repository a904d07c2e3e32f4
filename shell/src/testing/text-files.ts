/**
 * The files of shell, kit and remotes that take text. `every-form.test.tsx` tests each form,
 * `text-files.test.ts` finds files that are missing here.
 */

/** Files whose text is kept until it is saved or discarded, by form. */
export const KEPT = {
  'Edit Client': ['mf-clients/src/edit/dialog.tsx'],
  'Change Due Date': [],
  'Edit Follow-up': ['mf-clients/src/follow-ups/edit-dialog.tsx'],
  'Remind Now': ['mf-clients/src/detail/remind-dialog.tsx'],
  'Private notes': ['mf-clients/src/detail/notes.tsx'],
  'Assign Workform': ['mf-clients/src/picker/notes-field.tsx'],
  'Assign Workform to Multiple Clients': [],
  'Client Creation Flow': ['steps', 'deadlines-step'].map((name) => `mf-clients/src/create/${name}.tsx`),
  'Approve Section': [],
  'Decline Section': ['mf-review/src/section/action-dialog.tsx'],
  'New Workform': ['basic-info', 'default-due-date', 'field-form', 'options-input', 'section-card'].map(
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
    ...['scan-dialog', 'password-dialog', 'mailed-code'].map((name) => `shell/src/profile/two-step/${name}.tsx`),
    ...['change', 'new'].map((name) => `shell/kit/src/features/change-password/${name}-password-dialog.tsx`),
  ],
  'searches and filters, which change nothing': [
    ...['filters', 'client-filter'].map((name) => `shell/src/profile/audit/${name}.tsx`),
    'shell/kit/src/features/chat/about-picker.tsx',
    'shell/src/palette/command-box.tsx',
    'shell/kit/src/ui/search-box.tsx',
  ],
  'checkboxes that select clients': ['row', 'table'].map((name) => `mf-clients/src/list/${name}.tsx`),
  'a few characters that take effect at once': [
    'mf-clients/src/bulk/tag-menu.tsx',
    'mf-clients/src/preferences/add-preference.tsx',
    'shell/src/profile/passkeys/rename-dialog.tsx',
    'mf-client-portal/src/delegation/delegation-dialog.tsx',
  ],
  'saved as it is entered': ['mf-clients/src/follow-ups/timeline.tsx'],
  'kept by the chat, per thread (chat/use-composer.ts)': ['shell/kit/src/features/chat/composer.tsx'],
  'kept per question until it is sent or saved (useDraft)': [
    'mf-review/src/answers/flag-panel.tsx',
    ...['comment-panel', 'question-form'].map((name) => `shell/kit/src/features/comments/${name}.tsx`),
  ],
  'saved with the draft of the section': ['shell/kit/src/features/non-answers/non-answer-panel.tsx'],
  'a single date': ['mf-client-portal/src/dashboard/commitment-dialog.tsx'],
  'belongs to a chosen file, which a browser cannot keep; closing asks (mf-clients/src/import/dialog.tsx)': [
    'mf-clients/src/import/file-step.tsx',
  ],
  'about one change of a remote; closing asks': ['change-dialog', 'publish-dialog', 'flags/set-flag-dialog'].map(
    (name) => `shell/src/delivery/${name}.tsx`,
  ),
  'shows a link to copy': ['shell/src/delivery/preview-dialog.tsx', 'mf-client-portal/src/delegation/new-link.tsx'],
  'photos of pages, which are kept with the scan (scan/scan-store.ts)': ['mf-client-portal/src/scan/photo-picker.tsx'],
  'controls that others use': [
    ...[
      'checkbox-group',
      'date-field',
      'due-date-field',
      'fields',
      'number-field',
      'picker',
      'picker-list',
      'switch',
    ].map((name) => `shell/kit/src/ui/${name}.tsx`),
    'shell/kit/src/features/uploads/file-drop.tsx',
    'shell/kit/src/features/answers/field-input.tsx',
  ],
}
