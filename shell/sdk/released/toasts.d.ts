export interface ToastAction {
    label: string;
    onClick: () => void;
}
export declare const toastSuccess: (title: string, message?: string, about?: string) => void;
export declare function toastUndo(title: string, undo: () => Promise<unknown>, message?: string, about?: string): void;
export declare const toastError: (title: string, message?: string, action?: ToastAction, about?: string) => void;
export declare const toastInfo: (title: string, message?: string) => void;
export interface FailureTexts {
    message?: string | undefined;
    signIn?: string | undefined;
}
export declare function toastProblem(error: unknown, title?: string, { message, signIn }?: FailureTexts): void;
export declare const takeBackToast: (about: string) => void;
export declare function useFailureToast(error: unknown, title: string, { message, signIn }?: FailureTexts): void;
export declare function toastUploadFailure(name: string, reason?: string): void;
