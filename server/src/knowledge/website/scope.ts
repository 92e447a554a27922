/** Files that are not text: requesting them would cost the site and yield nothing. */
const OTHER_FILES =
  /\.(?:7z|aac|apk|avi|avif|bmp|css|dmg|docx?|eot|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|msi|ogg|otf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|wasm|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i;

/** The pages of a site that belong together. */
export interface Scope {
  includes(url: URL): boolean;
}

/** Returns the scope of a site's pages below the path of `url`: for `/help/start.html`, below `/help/`. */
export function scopeOf({ origin, pathname }: URL): Scope {
  const isFile = /\.\w{1,5}$/.test(pathname);
  const folder = isFile ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : pathname.replace(/\/?$/, '/');
  return {
    includes: (url) =>
      url.origin === origin &&
      (url.pathname.startsWith(folder) || `${url.pathname}/` === folder) &&
      !OTHER_FILES.test(url.pathname),
  };
}
