export { BuilderWidget as default } from '../builder/widget.tsx'
