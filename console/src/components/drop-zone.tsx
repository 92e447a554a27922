import { type ReactNode, useId, useRef, useState } from 'react';

interface DropZoneProps {
  label: string;
  /** As for `<input type="file">`. Dropped files are not filtered. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts files that are dropped, or chosen by click or keyboard. */
export function DropZone({ label, accept, multiple = false, onFiles, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const acceptFiles = (files: FileList | null) => {
    const all = [...(files ?? [])];
    if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1));
    // Otherwise choosing the same file again would fire no change event.
    if (input.current) input.current.value = '';
  };
  return (
    <label
      htmlFor={id}
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        acceptFiles(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => acceptFiles(event.currentTarget.files)}
      />
      {children}
    </label>
  );
}
