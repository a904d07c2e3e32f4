export interface UnsavedWork {
    discard: () => void;
}
export interface Layer {
    close: () => void;
    inAddress: boolean;
}
export declare function holdUnsaved(work: UnsavedWork): () => void;
export declare const hasUnsaved: () => boolean;
export declare function discardUnsaved(): void;
export declare function openLayer(layer: Layer): () => void;
export declare const topLayer: () => Layer | undefined;
export declare function onScreenChange(listener: () => void): () => void;
