import { isObject } from '@portal/contract/is-object'

/** Asks the service worker to keep a page with all its files for starts without a connection. */
export interface KeepPage {
  type: 'keep-page'
  /** Whose files the page needs. */
  role: 'bookkeeper' | 'client'
  /** Whether to fetch the page again: the one that was opened last is not that of the signed-in person. */
  fresh: boolean
}

export const isKeepPage = (message: unknown): message is KeepPage =>
  isObject(message) && message['type'] === 'keep-page'

/** The script of the portal's service worker. */
export const SERVICE_WORKER = '/service-worker.js'

/** The cache of the page that opens without a connection. */
export const PAGE_CACHE = 'portal.page'
/** The cache of scripts and styles, which never change: their names contain a version or a hash. */
export const FILE_CACHE = 'portal.files'
/** Held while the kept page is replaced or removed. */
export const PAGE_LOCK = 'portal.page'

/** Attribute of the root element of a page that the service worker has opened from its cache. */
export const KEPT_ATTRIBUTE = 'data-kept'
