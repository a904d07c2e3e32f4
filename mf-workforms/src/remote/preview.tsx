export { PreviewDialog as default } from '../templates/preview-dialog.tsx'
