export { checkFile } from '@portal/kit/features/uploads/check-file'
export { cleanPhoto, PHOTO_DAMAGED } from '@portal/kit/features/uploads/clean-photo'
export { sendFile } from '@portal/kit/features/uploads/send-file'
