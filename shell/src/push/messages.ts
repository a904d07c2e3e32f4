import { isObject } from '@portal/contract/is-object'

/** Comes before the id of the notification in the address that a push message opens. */
export const READ = '#read='

/** Asks an open tab to show the page of a push message. */
export interface OpenNotification {
  type: 'open-notification'
  /** Path of the page, with the notification to mark as read. */
  href: string
}

export const isOpenNotification = (message: unknown): message is OpenNotification =>
  isObject(message) && message['type'] === 'open-notification' && typeof message['href'] === 'string'
