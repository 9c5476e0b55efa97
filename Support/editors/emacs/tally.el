;;; tally.el --- Tally in Emacs: a mode, `tally lsp' through Eglot, and answers below statements  -*- lexical-binding: t; -*-

;; Emacs 29 has Eglot. For Emacs 26 to 28, install the package `eglot' first.

;;; Code:

(require 'eglot)

(defgroup tally nil "Tally, a query language for health data." :group 'languages)

(defcustom tally-command '("tally" "lsp")
  "The program and arguments that start the server."
  :type '(repeat string))

(defcustom tally-options nil
  "Options for the server: a property list with :store, :zone and :now."
  :type '(plist :value-type string))

(defvar tally-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defvar tally-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'tally-run)
    (define-key map (kbd "C-c C-k") #'tally-clear)
    map))

;;;###autoload
(define-derived-mode tally-mode prog-mode "Tally"
  "A mode for scripts of Tally."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *"))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.tally\\'" . tally-mode))
(add-to-list 'eglot-server-programs
             `(tally-mode . ,(lambda (&rest _)
                               (append tally-command (and tally-options (list :initializationOptions tally-options))))))

(defun tally-clear ()
  "Remove the answers in this buffer."
  (interactive)
  (remove-overlays (point-min) (point-max) 'tally t))

(defun tally--end-of-statement ()
  "Return the end of the statement that the line at point belongs to.
A statement goes on after a line that ends in a comma, a pipe or an
open bracket, and before one that is indented or starts with a pipe."
  (save-excursion
    (let ((goes-on t))
      (while goes-on
        (end-of-line)
        (setq goes-on (and (not (eobp))
                           (or (looking-at "\n\\([ \t]+[^ \t\n]\\||\\)")
                               (save-excursion
                                 (beginning-of-line)
                                 (looking-at "[^#\n]*[,|(][ \t]*\\(#.*\\)?$")))))
        (when goes-on (forward-line 1))))
    (line-end-position)))

(defun tally-run ()
  "Answer the statement that starts on this line, below it."
  (interactive)
  ;; The server must know what was typed just now.
  (eglot--signal-textDocument/didChange)
  (let* ((line (1- (line-number-at-pos (point) t)))
         (arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri) line))
         (answer (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                  `(:command "tally.run" :arguments ,arguments)))
         (end (tally--end-of-statement)))
    (dolist (each (overlays-in end (min (1+ end) (point-max))))
      (when (overlay-get each 'tally) (delete-overlay each)))
    (let ((overlay (make-overlay end end)))
      (overlay-put overlay 'tally t)
      (overlay-put overlay 'after-string
                   (propertize (concat "\n" (string-trim-right (plist-get answer :text))) 'face 'shadow)))))

(provide 'tally)
;;; tally.el ends here
