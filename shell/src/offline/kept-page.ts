import { KEPT_ATTRIBUTE } from './messages.ts'

/** Returns whether the service worker has opened this page from its cache. */
export const isKeptPage = (): boolean => document.documentElement.hasAttribute(KEPT_ATTRIBUTE)
