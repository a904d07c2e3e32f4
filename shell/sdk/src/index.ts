/** @portal/sdk: what shell and remotes share and have one instance of. Its version is what a remote must be compatible with. */
export {
  type ResponseBody,
  api,
  call,
  idempotent,
  newIdempotencyKey,
} from './api.ts'
export {
  ApiError,
  type ApiErrorCode,
  connectionProblem,
  type FieldProblem,
  isApiError,
} from './errors.ts'
export { portalFetch } from './http.ts'
export {
  createQueryClient,
  invalidateSoon,
  queryClient,
  failFast,
} from './query-client.ts'
export {
  discardUnsaved,
  hasUnsaved,
  holdUnsaved,
  type Layer,
  onScreenChange,
  openLayer,
  topLayer,
  type UnsavedWork,
} from './on-screen.ts'
export {
  onRealtime,
  type RealtimeStatus,
  realtimeStatusAtom,
  sendTyping,
  startRealtime,
  useRealtime,
  useRealtimeStatus,
  useSignal,
} from './realtime.ts'
export {
  RemoteSlot,
  type RemoteSlotProps,
  setWidgetLoader,
  type WidgetLoader,
} from './remote-slot.tsx'
export type { Mount, RouterContext } from './router-types.ts'
export { signIn, signOut } from './session.ts'
export { startSessionKeeper } from './session-refresh.ts'
export {
  currentSession,
  onSessionChange,
  type SessionChange,
  sessionAtom,
  setSession,
  useSession,
  useUser,
} from './session-store.ts'
export {
  setSingleKeys,
  type ShortcutGroup,
  useListedShortcuts,
  useShortcuts,
  useSingleKeys,
  useSingleKeysOn,
} from './shortcuts.ts'
export { toastError, toastInfo, toastProblem, toastSuccess } from './toasts.ts'
export {
  downloadFile,
  fetchBlob,
  saveBlob,
  saveFrom,
  type UploadOptions,
  type UploadProgress,
  uploadFile,
} from './transfer.ts'
