import '../element/define-element.ts';
