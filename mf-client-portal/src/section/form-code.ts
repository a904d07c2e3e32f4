import { lazyCode } from '@portal/sdk'

/** The form of a section. Its code is loaded after the list of sections. */
export const formCode = lazyCode(() => import('./section-form.tsx'))
