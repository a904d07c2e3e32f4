/**
 * @portal/sdk: shared by shell and remotes, with a single instance. A remote must be compatible
 * with its version.
 */
export { api, call, type ResponseBody } from './api.ts'
export {
  ApiError,
  type ApiErrorCode,
  errorMessage,
  type FieldProblem,
  isApiError,
} from './errors.ts'
export { type BrowserStore, localStore, tabStore } from './browser-store.ts'
export { exclusively } from './exclusively.ts'
export { setFlags, useFlag } from './flags.ts'
export { startGuestSession } from './guest-session.ts'
export { type Idempotency, idempotent, newIdempotencyKey, useIdempotency } from './idempotency.ts'
export { portalFetch } from './http.ts'
export { type CurrentPage, usePage } from './page.ts'
export {
  createQueryClient,
  invalidateSoon,
  queryClient,
  failFast,
} from './query-client.ts'
export {
  type CodeState,
  type LazyCode,
  lazyCode,
  lazyPage,
  loadPatiently,
  type PropsIn,
  useLazyCode,
} from './lazy-code.ts'
export {
  discardUnsaved,
  hasUnsaved,
  holdUnsaved,
  type Layer,
  onScreenChange,
  openLayer,
  topLayer,
  type UnsavedWork,
} from './leave-guard-state.ts'
export {
  onRealtime,
  onReconnect,
  onSignal,
  type RealtimeStatus,
  realtimeStatusAtom,
  reportRunning,
  sendTyping,
  startRealtime,
} from './realtime.ts'
export { useRealtime, useRealtimeStatus, useRefetchOn, useSignal } from './realtime-hooks.ts'
export {
  RemoteSlot,
  type RemoteSlotProps,
  setWidgetLoader,
  type WidgetLoader,
} from './remote-slot.tsx'
export type { Mount, RouterContext } from './router-types.ts'
export { isTemporary, retryDelay } from './retry.ts'
export { storeOffline } from './store-offline.ts'
export { signIn, signOut } from './session.ts'
export { restoreSession, startSessionKeeper } from './session-refresh.ts'
export {
  currentSession,
  isSessionKept,
  onSessionChange,
  type SessionChange,
  sessionAtom,
  setSession,
  storedSession,
  useSession,
  useUser,
} from './session-store.ts'
export { forgetSharedFiles, sharedFilesOf } from './shared-files.ts'
export {
  setSingleKeys,
  type ShortcutGroup,
  useListedShortcuts,
  useShortcuts,
  useSingleKeys,
  useSingleKeysOn,
} from './shortcuts.ts'
export {
  type FailureTexts,
  takeBackToast,
  toastError,
  toastInfo,
  toastProblem,
  toastSuccess,
  toastUndo,
  toastUploadFailure,
  useFailureToast,
} from './toasts.ts'
export {
  downloadFile,
  downloadStoredFile,
  fetchBlob,
  saveBlob,
  saveFrom,
  type UploadOptions,
  type UploadProgress,
  uploadedShare,
  uploadFile,
} from './transfer.ts'
