import type { toast } from 'sonner';
export declare function onMessage(listener: () => void): () => void;
export declare const toastLibrary: import("./lazy-code.ts").LazyCode<typeof import("sonner")>;
export declare function toaster(): Promise<typeof toast>;
