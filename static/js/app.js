import "./appearance.js";
import "./dialogs.js";
import "./tooltip.js";
import "./evidence.js";
import "./thread.js";
import "./library.js";
import "./keys.js";
import "./document.js";
