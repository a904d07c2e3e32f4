import { cleanFileName } from '@portal/contract/files'

/** Paths in the bucket workform_uploads. `at` is a time in milliseconds. */

/** Returns the path of a file that a client uploads for a workform. */
export function answerPath(clientId: string, formId: string, at: number, name: string): string {
  return `clients/${clientId}/workforms/${formId}/${at}_${cleanFileName(name)}`
}

/** Returns the path of a template file that a bookkeeper uploads in the assign dialog. */
export function assignTemplatePath(userId: string, at: number, name: string): string {
  return `templates/${userId}/template_${at}_${cleanFileName(name)}`
}

/** Returns the path of a template file that a bookkeeper uploads on the workforms page. */
export function workformTemplatePath(userId: string, at: number, name: string): string {
  return `bookkeeper/${userId}/templates/${at}_${cleanFileName(name)}`
}

/** Returns the path of a file sent in the chat with a client. */
export function chatPath(clientId: string, at: number, name: string): string {
  return `clients/${clientId}/chat/${at}_${cleanFileName(name)}`
}
