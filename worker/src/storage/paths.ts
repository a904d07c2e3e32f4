import { cleanFileName } from '@portal/contract/files'

/** Where uploads lie in the bucket workform_uploads (specification, section 7). `at` is a time in milliseconds. */

/** A file a client uploads for a workform. */
export function answerPath(clientId: string, formId: string, at: number, name: string): string {
  return `clients/${clientId}/workforms/${formId}/${at}_${cleanFileName(name)}`
}

/** A template file a bookkeeper uploads in the assign dialog. */
export function assignTemplatePath(userId: string, at: number, name: string): string {
  return `templates/${userId}/template_${at}_${cleanFileName(name)}`
}

/** A template file a bookkeeper uploads on the workforms page. */
export function workformTemplatePath(userId: string, at: number, name: string): string {
  return `bookkeeper/${userId}/templates/${at}_${cleanFileName(name)}`
}

/** A file that either side sends in the chat with a client. */
export function chatPath(clientId: string, at: number, name: string): string {
  return `clients/${clientId}/chat/${at}_${cleanFileName(name)}`
}
