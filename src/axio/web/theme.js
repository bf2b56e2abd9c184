// Before anything is painted: the theme, the letters and the language this browser chose.
(() => {
  try {
    const chosen = JSON.parse(localStorage.axio ?? "{}");
    if (chosen.theme === "light" || chosen.theme === "dark") document.documentElement.dataset.theme = chosen.theme;
    document.documentElement.toggleAttribute("data-letters", !!chosen.letters);
    if (chosen.language) document.documentElement.lang = chosen.language;
  } catch {
    // Without storage the system's own choice stands.
  }
})();
